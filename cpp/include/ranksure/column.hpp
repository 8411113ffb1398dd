// A growing array of plain values. New room is not written to, so room that stays unused costs no
// memory, and large blocks grow in place where the system can.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

namespace ranksure {

template <class T>
class Column {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    std::size_t size() const noexcept { return size_; }
    T* data() noexcept { return data_.get(); }
    const T* data() const noexcept { return data_.get(); }
    T& operator[](std::size_t i) noexcept { return data_.get()[i]; }
    const T& operator[](std::size_t i) const noexcept { return data_.get()[i]; }
    std::span<const T> view() const noexcept { return {data_.get(), size_}; }
    void clear() noexcept { size_ = 0; }

    /// Room for `n` values in all; what was handed out by data() before is void.
    void reserve(std::size_t n) {
        if (n <= capacity_) return;
        const auto capacity = std::max(n, capacity_ + capacity_ / 2);
        auto* grown = static_cast<T*>(std::realloc(data_.get(), capacity * sizeof(T)));
        if (grown == nullptr) throw std::bad_alloc();
        static_cast<void>(data_.release());  // realloc has taken it
        data_.reset(grown);
        capacity_ = capacity;
    }

    /// Makes the column `n` values long; new values hold anything.
    void resize(std::size_t n) {
        reserve(n);
        size_ = n;
    }

    void push_back(T value) {
        if (size_ == capacity_) reserve(size_ + 1);
        data_.get()[size_++] = value;
    }

    /// Gives the values away; free them with std::free.
    T* release() noexcept {
        size_ = capacity_ = 0;
        return data_.release();
    }

private:
    struct Free {
        void operator()(T* values) const noexcept { std::free(values); }
    };
    std::unique_ptr<T, Free> data_;
    std::size_t size_ = 0;
    std::size_t capacity_ = 0;
};

}  // namespace ranksure
