#include "micro_kernel_loop.hpp"

namespace simdcast {

template void multiply<float>(const std::byte*, const std::byte*, std::size_t, std::size_t,
                              std::byte*, std::size_t, bool);
template void multiply<double>(const std::byte*, const std::byte*, std::size_t, std::size_t,
                               std::byte*, std::size_t, bool);
template void multiply<std::uint32_t>(const std::byte*, const std::byte*, std::size_t, std::size_t,
                                      std::byte*, std::size_t, bool);
template void multiply<std::uint64_t>(const std::byte*, const std::byte*, std::size_t, std::size_t,
                                      std::byte*, std::size_t, bool);

}  // namespace simdcast
