// The registrations of every module: names, memory, shapes, and elementwise tasks.
#pragma once

#include <string_view>

#include "register.hpp"

namespace simdcast::bindings {

// An operator without a name is not registered.
void registerNames(std::string_view (*nameOf)(OpId));
void registerMemory();
void registerAlignments();
// Each module adds the functions that create tasks, and further ones of tasks.
emscripten::class_<Request> registerRequest();
emscripten::class_<Task> registerTask();

}  // namespace simdcast::bindings
