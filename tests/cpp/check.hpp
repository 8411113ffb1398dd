// The smallest test harness that will do: named tests, one CHECK.
#pragma once

#include <cstdio>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

struct Test {
    std::string name;
    std::function<void()> body;
};

inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

struct Registered {
    Registered(const char* name, std::function<void()> body) {
        all_tests().push_back({name, std::move(body)});
    }
};

#define TEST(name)                                    \
    static void name();                               \
    static const Registered name##_test(#name, name); \
    static void name()

#define CHECK(condition)                                                                      \
    do {                                                                                      \
        if (!(condition)) {                                                                   \
            throw std::runtime_error(std::string(__FILE__) + ":" + std::to_string(__LINE__) + \
                                     ": not so: " #condition);                                \
        }                                                                                     \
    } while (false)
