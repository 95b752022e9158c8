#include "micro_kernel_loop.hpp"

namespace simdcast {

template void multiply<float>(const StripeProduct&);
template void multiply<double>(const StripeProduct&);
template void multiply<std::uint32_t>(const StripeProduct&);
template void multiply<std::uint64_t>(const StripeProduct&);
template void multiply<Pair>(const StripeProduct&);

}  // namespace simdcast
