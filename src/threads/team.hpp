// A Team is one caller, thread 0, and workers, which take the pieces of one job at a time. The
// caller takes pieces as they do and could take them all: a worker that sleeps, or never comes,
// costs nothing. It waits only for pieces that workers have taken.
#pragma once

#include <atomic>
#include <cstdint>

#include "../base/function_ref.hpp"
#include "../base/shape.hpp"

namespace simdcast {

// How threads wait for one another, which differs by platform.
struct Waiting {
  // Returns once a wake() came, or at any time before; at once if the word is no longer `seen`.
  void (*untilWoken)(std::atomic<std::uint32_t>& word, std::uint32_t seen);
  // The same for the caller, which waits for at most about a tenth of a second.
  void (*briefly)(std::atomic<std::uint32_t>& word, std::uint32_t seen);
  // Wakes the threads that wait for the word.
  void (*wake)(std::atomic<std::uint32_t>& word);
  // Called by the caller's thread, within a run, if a worker took a piece and has not finished it
  // for ten seconds: it is gone, or stopped. Ends the workers, and returns only when none of them
  // can continue. The caller then runs the pieces that they have not finished, and may reuse the
  // memory of the run for anything else.
  void (*endWorkers)();
};

// Costs of sharing, as the time of single-threaded work that outweighs them, in nanoseconds.
struct Cost {
  double piece = 2500;  // minimum of a piece: taking one costs some tens of nanoseconds
  // Below this, the caller finishes before another thread notices the work and fetches its data,
  // which takes 2 to 3 µs.
  double sharing = 6000;
  double waking = 200'000;  // waking a thread holds the caller up for 10 µs, and takes up to 100
  // A thread that was woken and took less has not paid for that: it has no core to run on, or the
  // caller finishes before it arrives.
  double help = 50'000;
  double mostWaking = 6'400'000;  // between threads that are woken in vain
};

class Team {
 public:
  static constexpr int kMostThreads = 64;
  static constexpr int kMostPieces = 1024;

  Team(int threads, const Waiting& waiting) noexcept;

  [[nodiscard]] int threads() const noexcept { return threads_; }

  // Runs piece number `piece` on thread number `thread`.
  using Piece = FunctionRef<void(int piece, int thread)>;

  // Called by the caller: runs each piece once, in any order, on any threads. `nanoseconds` is the
  // approximate total on one thread. A piece that a worker began and did not finish is run again
  // after Waiting::endWorkers, so no piece may read its own output.
  void run(int pieces, double nanoseconds, Piece piece);

  [[nodiscard]] bool isWorthSharing(double nanoseconds) const noexcept {
    return nanoseconds >= cost_.sharing;
  }
  // The number of pieces that the work is worth, at most a quarter of kMostPieces; 1 if it is too
  // little to share, or no worker is available.
  [[nodiscard]] int piecesFor(double nanoseconds) const noexcept;

  // For tests, before the first run: shares all work, however little it is.
  void shareEverything() noexcept {
    cost_ = {.piece = 1e-3, .sharing = 1e-3, .waking = 0, .help = 0};
    waking_ = 0;
  }
  // Runs that were shared, modulo 2^32.
  [[nodiscard]] std::uint32_t jobs() const noexcept { return job_; }

  // For the caller: workers have to read something before they take another piece.
  void announce() noexcept;
  // For the caller: workers leave, and none is waited for.
  void dismiss() noexcept;
  // Called on a worker: takes pieces until a new announcement or dismissal. Returns whether the
  // worker should call again after reading the announcements.
  bool work(int thread, std::uint32_t known);

 private:
  // The number of a job, and the first and the end of the pieces that are not taken yet. One atomic
  // holds all three: a piece that is taken therefore belongs to the job described below, which
  // cannot end before.
  //
  // The caller takes pieces from the front and workers take them from the back. In a series of
  // calls on the same tensors each thread then has most of its data in its own caches.
  using Ticket = std::uint64_t;
  static constexpr Ticket kFromFront = 1 << 16;
  // The caller has its first piece without taking it.
  static constexpr Ticket ticketOf(std::uint32_t job, int pieces) noexcept {
    return Ticket{job} << 32 | kFromFront | static_cast<Ticket>(pieces);
  }
  static constexpr int firstOf(Ticket ticket) noexcept {
    return static_cast<int>(ticket >> 16 & 0xFFFF);
  }
  static constexpr int endOf(Ticket ticket) noexcept { return static_cast<int>(ticket & 0xFFFF); }
  static constexpr bool isTaken(Ticket ticket) noexcept { return firstOf(ticket) == endOf(ticket); }

  void begin(int pieces, const Piece& piece) noexcept;
  Ticket takeFrom(Ticket ticket, int thread);
  void finish(int piece, std::uint32_t job) noexcept;
  void call(double nanoseconds) noexcept;
  [[nodiscard]] bool isFinished(int piece) const noexcept;
  [[nodiscard]] bool await(int piece);
  void makeUp(int first, int pieces);
  void ring() noexcept;
  void park(std::uint32_t seen, std::uint32_t known) noexcept;

  const int threads_;
  const Waiting waiting_;
  Cost cost_;
  bool busy_ = false;      // the caller's
  std::uint32_t job_ = 0;  // the caller's
  // Nanoseconds of work since workers were last woken, the share that workers took, and the
  // threshold for waking them again.
  double uncalled_ = 0;
  double helped_ = cost_.help;
  double waking_ = cost_.waking;

  // A worker that sees the ticket has the piece in the same line of its cache.
  alignas(64) std::atomic<Ticket> ticket_{0};
  Piece piece_;
  alignas(64) std::atomic<std::uint32_t> bell_{0};  // increments when parked threads are to look
  std::atomic<std::uint32_t> parked_{0};
  std::atomic<std::uint32_t> announced_{0};
  std::atomic<bool> dismissed_{false};
  alignas(64) std::atomic<std::uint32_t> awaits_{0};  // whether the caller sleeps
  // The last job in which a worker finished each piece.
  alignas(64) std::atomic<std::uint32_t> finished_[kMostPieces]{};
};

}  // namespace simdcast
