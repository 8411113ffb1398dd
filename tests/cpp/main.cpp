#include "check.hpp"

int main() {
    int failed = 0;
    for (const auto& test : all_tests()) {
        try {
            test.body();
            std::printf("ok      %s\n", test.name.c_str());
        } catch (const std::exception& error) {
            std::printf("FAILED  %s: %s\n", test.name.c_str(), error.what());
            ++failed;
        }
    }
    std::printf("%zu tests, %d failed\n", all_tests().size(), failed);
    return failed == 0 ? 0 : 1;
}
