#include "derived.hpp"

namespace simdcast::graph {

const Value* Derived::find(const Storage* storage, std::string_view what) const {
  const auto made = made_.find(const_cast<Storage*>(storage));
  if (made == made_.end()) return nullptr;
  const auto value = made->second.values.find(what);
  return value == made->second.values.end() ? nullptr : &value->second;
}

const Value& Derived::add(Storage* storage, std::string_view what, const Value& value) {
  keep(value.storage);
  return made_[storage].values.insert_or_assign(std::string(what), value).first->second;
}

void Derived::giveUp(Storage* storage, Again again) {
  const auto made = made_.find(storage);
  if (made == made_.end() || storage->isRead || storage->address == nullptr ||
      !holdings_.owns(storage->address))
    return;
  if (!made->second.again) made->second.again = std::move(again);
  holdings_.release(storage->address);
  storage->address = nullptr;
}

bool Derived::read(Storage* storage) {
  if (!storage->lasts) return true;
  storage->isRead = true;
  return restore(storage);
}

bool Derived::restore(Storage* storage) {
  if (!storage->lasts || storage->address != nullptr) return true;
  const auto made = made_.find(storage);
  if (!made->second.again) return true;
  storage->address = holdings_.reserve(storage->bytes);
  if (storage->address == nullptr) return false;
  made->second.again(storage->address);
  return true;
}

}  // namespace simdcast::graph
