// SPDX-License-Identifier: LGPL-2.1-or-later
// Tables that take a while to compute, kept for those who need the same one later.
#pragma once

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>

namespace fftcore {

/// Keeps the tables that were asked for last, up to a number of bytes; others live as long as they
/// are in use. A Table has its length `n`, bytes(), and a constructor from the length. Any thread
/// may ask.
template <class Table>
class KeptTables {
 public:
  explicit KeptTables(std::int64_t most_bytes) : most_bytes_(most_bytes) {}

  std::shared_ptr<const Table> of(std::int64_t n) {
    if (auto kept = find(n)) return kept;
    auto table = std::make_shared<const Table>(n);  // unlocked: others need not wait for it
    keep(table);
    return table;
  }

 private:
  std::shared_ptr<const Table> find(std::int64_t n) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(tables_, n, [](const auto& each) { return each->n; });
    if (found == tables_.end()) return nullptr;
    tables_.splice(tables_.begin(), tables_, found);
    return tables_.front();
  }

  void keep(std::shared_ptr<const Table> table) {
    if (table->bytes() > most_bytes_) return;
    const std::lock_guard lock(mutex_);
    tables_.push_front(std::move(table));
    std::int64_t bytes = 0;
    tables_.remove_if([&](const auto& each) { return (bytes += each->bytes()) > most_bytes_; });
  }

  const std::int64_t most_bytes_;
  std::mutex mutex_;
  std::list<std::shared_ptr<const Table>> tables_;  // the last one that was asked for is the first
};

}  // namespace fftcore
