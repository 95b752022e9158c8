// Scalars without a type, such as numbers of the host's language.
#pragma once

#include "shared.hpp"

namespace simdcast::model {

// Sets inputs of a node that are untyped numbers to constants of the type that another input lends.
// Returns the failure kTypeNeeded if that constant does not exist yet.
[[nodiscard]] std::optional<Fault> addNumbers(const BoundGraph& graph, const BoundNode& node,
                                              const Shared& shared, graph::Values& inputs);

// Adds the constant for a type; if `isDefault`, also for nodes none of whose inputs lends one. The
// memory is that of heap::reserve, which the session takes over.
void giveNumber(const BoundGraph& graph, Shared& shared, std::string_view name, DType type,
                std::byte* address, bool isDefault);

}  // namespace simdcast::model
