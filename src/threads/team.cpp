#include "team.hpp"

#include <algorithm>

namespace simdcast {
namespace {

// Pieces for each thread: enough that one which is interrupted holds up little.
constexpr int kPiecesOfThread = 8;

// Polls before a thread sleeps: about 50 µs, during which an idle worker is ready for the next
// call, and a caller sees a nearly finished piece complete.
constexpr int kLooks = 20'000;
// A tenth of a second each. A piece takes milliseconds at most: a worker that has not finished one
// after all these waits is gone, or stopped.
constexpr int kPatience = 100;

constexpr auto kNothing = [](int /*piece*/, int /*thread*/) {};

}  // namespace

Team::Team(int threads, const Waiting& waiting) noexcept
    : threads_(threads), waiting_(waiting), piece_(kNothing) {}

// The same number for each thread, if there is enough work for all.
int Team::piecesFor(double nanoseconds) const noexcept {
  if (busy_ || dismissed_.load(std::memory_order_relaxed) || !isWorthSharing(nanoseconds)) return 1;
  constexpr int kMost = kMostPieces / 4;
  const auto worth = static_cast<int>(std::min<double>(nanoseconds / cost_.piece, kMost));
  if (worth < threads_) return std::max(2, worth);
  return threads_ * std::min(worth / threads_, kPiecesOfThread);
}

void Team::run(int pieces, double nanoseconds, Piece piece) {
  if (pieces < 2 || pieces > kMostPieces || busy_ || dismissed_.load(std::memory_order_relaxed)) {
    for (int i = 0; i < pieces; ++i) piece(i, 0);
    return;
  }
  busy_ = true;
  begin(pieces, piece);
  call(nanoseconds);
  piece(0, 0);
  const Ticket last = takeFrom(ticket_.load(std::memory_order_acquire), 0);
  const int own = firstOf(last);
  // Workers took all the others before this one, so waiting for one is waiting for all.
  bool isComplete = true;
  for (int i = own; i < pieces && isComplete; ++i) isComplete = isFinished(i) || await(i);
  if (!isComplete) makeUp(own, pieces);
  helped_ += nanoseconds * (pieces - own) / pieces;
  busy_ = false;
}

bool Team::isFinished(int piece) const noexcept {
  return finished_[piece].load(std::memory_order_acquire) == job_;
}

// Runs the pieces that workers took and have not finished, once no worker can write any more.
void Team::makeUp(int first, int pieces) {
  dismiss();
  waiting_.endWorkers();
  for (int i = first; i < pieces; ++i)
    if (!isFinished(i)) piece_(i, 0);
}

void Team::begin(int pieces, const Piece& piece) noexcept {
  piece_ = piece;
  if (++job_ == 0) {
    job_ = 1;
    for (std::atomic<std::uint32_t>& finished : finished_)
      finished.store(0, std::memory_order_relaxed);
  }
  ticket_.store(ticketOf(job_, pieces), std::memory_order_seq_cst);
}

// Wakes sleeping workers once enough work has accumulated for this to pay. If it did not pay the
// last time, the threshold doubles.
void Team::call(double nanoseconds) noexcept {
  uncalled_ += nanoseconds;
  if (uncalled_ < waking_) return;
  uncalled_ = 0;
  if (parked_.load(std::memory_order_seq_cst) == 0) return;
  waking_ = helped_ < cost_.help ? std::min(2 * waking_, cost_.mostWaking) : cost_.waking;
  helped_ = 0;
  ring();
}

void Team::announce() noexcept {
  announced_.fetch_add(1, std::memory_order_seq_cst);
  ring();
}

void Team::dismiss() noexcept {
  dismissed_.store(true, std::memory_order_seq_cst);
  ring();
}

void Team::ring() noexcept {
  bell_.fetch_add(1, std::memory_order_seq_cst);
  waiting_.wake(bell_);
}

// Runs pieces of the ticket's job until none is left, or another job begins. The caller's pieces
// are those before the first one of the returned ticket: other threads need no notice that they are
// finished.
Team::Ticket Team::takeFrom(Ticket ticket, int thread) {
  const auto job = static_cast<std::uint32_t>(ticket >> 32);
  while (ticket >> 32 == job && !isTaken(ticket)) {
    const bool isCaller = thread == 0;
    const int piece = isCaller ? firstOf(ticket) : endOf(ticket) - 1;
    const Ticket rest = isCaller ? ticket + kFromFront : ticket - 1;
    if (!ticket_.compare_exchange_weak(ticket, rest, std::memory_order_acq_rel,
                                       std::memory_order_acquire))
      continue;
    piece_(piece, thread);
    if (!isCaller) finish(piece, job);
    ticket = ticket_.load(std::memory_order_acquire);
  }
  return ticket;
}

void Team::finish(int piece, std::uint32_t job) noexcept {
  finished_[piece].store(job, std::memory_order_seq_cst);
  if (awaits_.load(std::memory_order_seq_cst) != 0) waiting_.wake(finished_[piece]);
}

// Waits for the worker that took the piece; false if it has not finished it after all.
bool Team::await(int piece) {
  for (int look = 0; look < kLooks; ++look)
    if (isFinished(piece)) return true;
  std::atomic<std::uint32_t>& finished = finished_[piece];
  awaits_.store(1, std::memory_order_seq_cst);
  for (int wait = 0; wait < kPatience; ++wait) {
    const std::uint32_t seen = finished.load(std::memory_order_seq_cst);
    if (seen == job_) break;
    waiting_.briefly(finished, seen);
  }
  awaits_.store(0, std::memory_order_seq_cst);
  return isFinished(piece);
}

bool Team::work(int thread, std::uint32_t known) {
  int looks = 0;
  std::uint32_t seen = bell_.load(std::memory_order_seq_cst);
  for (;;) {
    // Announcements before the ticket's job are visible here: the ticket is read first.
    const Ticket ticket = ticket_.load(std::memory_order_seq_cst);
    if (dismissed_.load(std::memory_order_acquire)) return false;
    if (announced_.load(std::memory_order_acquire) != known) return true;
    if (!isTaken(ticket)) {
      takeFrom(ticket, thread);
      looks = 0;
    } else if (++looks == kLooks) {
      park(seen, known);
      looks = 0;
      seen = bell_.load(std::memory_order_seq_cst);
    }
  }
}

// Sleeps until the bell moves on.
void Team::park(std::uint32_t seen, std::uint32_t known) noexcept {
  parked_.fetch_add(1, std::memory_order_seq_cst);
  const bool isQuiet = isTaken(ticket_.load(std::memory_order_seq_cst)) &&
                       announced_.load(std::memory_order_seq_cst) == known &&
                       !dismissed_.load(std::memory_order_seq_cst);
  if (isQuiet) waiting_.untilWoken(bell_, seen);
  parked_.fetch_sub(1, std::memory_order_seq_cst);
}

}  // namespace simdcast
