#include <algorithm>
#include <optional>

#include "../base/costs.hpp"
#include "../base/rounding.hpp"
#include "../matrix/product_types.hpp"
#include "../windows/depthwise_kernel.hpp"
#include "../windows/window_product.hpp"
#include "../windows/window_rows.hpp"
#include "../windows/winograd.hpp"
#include "convolution_weights.hpp"
#include "kind.hpp"

namespace simdcast::layers {
namespace {

// The algorithm: one output channel at a time, from a copy of the image or from the image in place
// (Squares); in quads (Winograd); or as a product of weights and panels of windows.
enum class Method : std::uint8_t { direct, depthwise, quads, panels };

// The sums before and after the products of quads pay off from some number of channels on; a panel
// of too many channels does not fit into L1.
Method methodOf(const Convolution& request, const WindowGeometry& windows) {
  constexpr Count kLeastInputs = 8;
  constexpr Count kMostInputs = 2048;
  const bool isFloat32 = request.type == DType::float32;
  if (!isPacked(request))
    return isFloat32 && request.inputChannels == 1 && isDepthwise3x3(windows) ? Method::depthwise
                                                                              : Method::direct;
  return isFloat32 && areQuads(windows) && request.outputChannels >= kRows &&
                 request.inputChannels >= kLeastInputs && request.inputChannels <= kMostInputs
             ? Method::quads
             : Method::panels;
}

// The parts of the workspace, in bytes.
struct Areas {
  Method method;
  bool copied;  // whether images are copied, rather than read in place
  Count offsets;
  Count panels;
  Count bytes;
};

Areas areasOf(const Convolution& request, const WindowGeometry& windows) {
  Areas areas{.method = methodOf(request, windows)};
  if (areas.method == Method::quads) {
    areas.bytes = Winograd::bytesOf(windows, request.inputChannels);
    return areas;
  }
  areas.copied =
      areas.method == Method::direct || (areas.method == Method::panels && !windows.areInPlace());
  const Count depth = depthOf(request, windows);
  const Count offsets = depth * (hasPairs(request) ? 2 : 1) * Count{sizeof(std::size_t)};
  areas.offsets = areas.method == Method::depthwise ? padded(bytesOfEdges(windows))
                  : areas.copied ? padded(windows.copyBytes(request.inputChannels))
                                 : 0;
  areas.panels = areas.offsets + padded(offsets);
  areas.bytes = areas.panels;
  if (areas.method == Method::panels)
    areas.bytes += WindowProduct::bytesOfPanels(windows.outputs(), depth, laneBytesOf(request));
  return areas;
}

template <class Lane>
struct AddProducts {
  const std::byte* weights;

  [[nodiscard]] simd::Vec<Lane> weight(Count tap) const {
    return simd::load<Lane>(weights + tap * Count{sizeof(Lane)});
  }
  simd::Vec<Lane> operator()(simd::Vec<Lane> sum, simd::Vec<Lane> weight,
                             simd::Vec<Lane> element) const {
    return sum + weight * element;
  }
};

// Computes each output channel on its own, from one image of all input channels. `squares` holds
// the image; null if it does not support the windows.
template <class Lane>
void convolveDirectly(const WindowGeometry& windows, const Taps& taps, const Depthwise3x3* squares,
                      const Product& product) {
  for (Count channel = 0; channel < product.rows; ++channel) {
    const Count first = channel * windows.outputs();
    std::byte* out = product.out + first * Count{sizeof(Lane)};
    const std::byte* weights = product.weights + channel * taps.count * Count{sizeof(Lane)};
    const Lane start = product.bias == nullptr
                           ? Lane{}
                           : simd::load<Lane>(product.bias + channel * Count{sizeof(Lane)});
    if (squares != nullptr)
      squares->convolve(out, weights, static_cast<float>(start));
    else
      foldImage(out, product.image, windows, taps, start, AddProducts<Lane>{weights});
    if (product.epilogue != nullptr) (*product.epilogue)(product.first + first, windows.outputs());
  }
}

// The groups of all images, in sequence.
class Groups {
 public:
  Groups(const Convolution& request, const WindowGeometry& windows, const Buffers& buffers)
      : request_(request), windows_(windows), buffers_(buffers), weights_(request, windows) {}

  [[nodiscard]] const std::byte* image(Count i) const {
    return buffers_.inputs[0] + i * request_.inputChannels * windows_.inputs() * bytesOf(request_);
  }
  // The product for some output channels, from an image or its copy at `source`.
  [[nodiscard]] Product product(Count i, const std::byte* source, Count channel,
                                Count channels) const {
    const Count bytes = laneBytesOf(request_);
    const Count group = i % request_.groups;
    const Count row = i * request_.outputChannels + channel;
    return {.out = buffers_.outputs[0] + row * windows_.outputs() * bytes,
            .image = source,
            .weights = buffers_.inputs[1] + weights_.offset(group, channel),
            .bias = buffers_.inputs[2] == nullptr
                        ? nullptr
                        : buffers_.inputs[2] + (group * request_.outputChannels + channel) * bytes,
            .rows = channels,
            .first = row * windows_.outputs(),
            .epilogue = buffers_.epilogue};
  }

 private:
  const Convolution& request_;
  const WindowGeometry& windows_;
  const Buffers& buffers_;
  const Weights weights_;
};

void writeOffsets(const Convolution& request, const WindowGeometry& windows, const Areas& areas,
                  std::byte* workspace) {
  std::byte* offsets = workspace + areas.offsets;
  windows.writeTapOffsets(offsets, request.inputChannels, areas.copied);
  // The last of an odd number of taps is paired with a copy of itself whose weights are 0.
  const Count taps = tapsOf(request, windows);
  constexpr Count kBytes = sizeof(std::size_t);
  if (hasPairs(request) && taps % 2 == 1)
    simd::store(offsets + taps * kBytes, simd::load<std::size_t>(offsets + (taps - 1) * kBytes));
}

// Copies some input channels of an image. The padding is the same for every image.
void copyImage(const WindowGeometry& windows, Stretch channels, std::byte* workspace,
               const std::byte* image, bool isFirst) {
  if (isFirst) windows.fillAround(channels, workspace, 0);
  windows.copy(channels, workspace, image);
}

void convolveDirectly(const Convolution& request, const WindowGeometry& windows,
                      const std::byte* offsets, Depthwise3x3* squares, const Product& product) {
  const Taps taps{offsets, tapsOf(request, windows)};
  if (squares != nullptr) squares->read(product.image);
  (request.type == DType::float32 ? convolveDirectly<float>
                                  : convolveDirectly<double>)(windows, taps, squares, product);
}

Multiply multiplyOf(const Convolution& request, const MicroKernels& kernels) {
  return hasPairs(request) ? kernels.pairs : kernels.*findProductType(request.type)->multiply;
}

// The panels begin `panels` bytes after those of the first thread.
WindowProduct productOf(const Convolution& request, const WindowGeometry& windows,
                        const Areas& areas, const Buffers& buffers, Count panels) {
  return {{windows, areas.copied, buffers.workspace + areas.offsets, windows.outputs(),
           depthOf(request, windows), bytesOf(request), laneBytesOf(request)},
          multiplyOf(request, *buffers.kernels),
          buffers.workspace + areas.panels + panels};
}

// The number of blocks of quads in all images.
Count blocksOf(const Convolution& request, const WindowGeometry& windows) {
  return request.batch * request.groups * Winograd::blocksOf(windows, request.inputChannels);
}

// Computes some of these blocks for some output channels.
void convolveQuads(const Convolution& request, const WindowGeometry& windows,
                   const Buffers& buffers, Stretch blocks, Stretch channels) {
  const Groups groups(request, windows, buffers);
  Winograd quads(windows, request.inputChannels, multiplyOf(request, *buffers.kernels),
                 buffers.workspace);
  const Count ofImage = Winograd::blocksOf(windows, request.inputChannels);
  for (Count i = blocks.first; i < blocks.first + blocks.count; ++i) {
    const Count image = i / ofImage;
    quads.run(i % ofImage,
              groups.product(image, groups.image(image), channels.first, channels.count));
  }
}

void convolveGroups(const Convolution& request, const WindowGeometry& windows, const Areas& areas,
                    const Buffers& buffers, Count first, Count end) {
  const Groups groups(request, windows, buffers);
  writeOffsets(request, windows, areas, buffers.workspace);
  std::optional<Depthwise3x3> squares;
  if (areas.method == Method::depthwise) squares.emplace(windows, buffers.workspace);
  WindowProduct panels = productOf(request, windows, areas, buffers, 0);
  for (Count i = first; i < end; ++i) {
    const std::byte* image = groups.image(i);
    if (areas.copied)
      copyImage(windows, {0, request.inputChannels}, buffers.workspace, image, i == first);
    const std::byte* source = areas.copied ? buffers.workspace : image;
    const Product product = groups.product(i, source, 0, request.outputChannels);
    if (areas.method == Method::panels)
      panels.run(Count{0}, windows.outputs(), product);
    else
      convolveDirectly(request, windows, buffers.workspace + areas.offsets,
                       squares ? &*squares : nullptr, product);
  }
}

// Approximate, on one thread.
double nanosecondsOf(const Convolution& request, const WindowGeometry& windows) {
  const Count columns = request.batch * request.groups * windows.outputs();
  const auto products = static_cast<double>(request.outputChannels * columns) *
                        static_cast<double>(tapsOf(request, windows));
  const Count copies = isPacked(request) ? 0 : request.batch * request.groups;
  const bool isInQuads = methodOf(request, windows) == Method::quads;
  return products * static_cast<double>(bytesOf(request)) *
             (isInQuads ? costs::kQuadByte : costs::kProductByte) +
         static_cast<double>(copies) * costs::kDirectGroup;
}

// Whether each thread takes whole groups, rather than parts of one group at a time.
bool areGroupsShared(const Convolution& request, int threads) {
  return request.batch * request.groups >= 2 * threads || !isPacked(request);
}

constexpr int kPartsOfThread = 4;

void shareGroups(const Convolution& request, const WindowGeometry& windows, const Areas& areas,
                 const Buffers& buffers, Team& team) {
  const TeamWorkspace workspaces{areas.bytes};
  const Parts parts = Parts::of(request.batch * request.groups, 1, team.threads() * kPartsOfThread);
  const auto each = [&](int piece, int thread) {
    Buffers own = buffers;
    own.workspace = workspaces.of(thread, own.workspace);
    const Count first = parts.first(piece);
    convolveGroups(request, windows, areas, own, first, first + parts.sizeOf(piece));
  };
  team.run(parts.count, nanosecondsOf(request, windows), each);
}

// Parts of columns: about the same number for each thread, if there are enough columns.
Parts pixelsOf(const Convolution& request, const WindowGeometry& windows, int threads) {
  constexpr Count kLeastPanels = 8;
  const Count panel = kVectors * simd::kVectorBytes / laneBytesOf(request);
  const Count worth = divideUp(windows.outputs(), panel) / kLeastPanels;
  const Count most = worth < threads ? std::max<Count>(1, worth)
                                     : std::min<Count>(worth / threads, kPartsOfThread) * threads;
  return Parts::of(windows.outputs(), panel, static_cast<int>(most));
}

// Approximate time to copy an image: every element of the copy is written, most of them twice.
double nanosecondsOfCopy(const Convolution& request, const WindowGeometry& windows) {
  return static_cast<double>(windows.copyBytes(request.inputChannels)) * costs::kCopiedByte;
}

void shareCopy(const Convolution& request, const WindowGeometry& windows, std::byte* workspace,
               const std::byte* image, bool isFirst, Team& team) {
  const double nanoseconds = nanosecondsOfCopy(request, windows);
  const Parts channels = Parts::of(request.inputChannels, 1, team.piecesFor(nanoseconds));
  const auto each = [&](int piece, int) {
    copyImage(windows, channels.at(piece), workspace, image, isFirst);
  };
  team.run(channels.count, nanoseconds, each);
}

// Splits the columns among the threads, and the channels too if columns are few. Each part packs
// its own panels; everything else is in the first workspace, which all parts read.
void sharePixels(const Convolution& request, const WindowGeometry& windows, const Areas& areas,
                 const Buffers& buffers, Team& team) {
  const Groups groups(request, windows, buffers);
  const TeamWorkspace panelsOf{areas.bytes - areas.panels};
  const Parts pixels = pixelsOf(request, windows, team.threads());
  const Parts channels = Parts::of(request.outputChannels, 4 * kRows,
                                   static_cast<int>(divideUp(team.threads(), pixels.count)));
  writeOffsets(request, windows, areas, buffers.workspace);
  const Count images = request.batch * request.groups;
  const double nanoseconds = nanosecondsOf(request, windows) / static_cast<double>(images);
  for (Count i = 0; i < images; ++i) {
    const std::byte* image = groups.image(i);
    if (areas.copied) shareCopy(request, windows, buffers.workspace, image, i == 0, team);
    const std::byte* source = areas.copied ? buffers.workspace : image;
    const auto each = [&](int piece, int thread) {
      const int pixel = piece / channels.count;
      const int channel = piece % channels.count;
      WindowProduct panels =
          productOf(request, windows, areas, buffers, thread * panelsOf.stride());
      panels.run(pixels.first(pixel), pixels.first(pixel) + pixels.sizeOf(pixel),
                 groups.product(i, source, channels.first(channel), channels.sizeOf(channel)));
    };
    team.run(pixels.count * channels.count, nanoseconds, each);
  }
}

// Shares blocks of quads, and stripes of channels if there are few blocks.
void shareQuads(const Convolution& request, const WindowGeometry& windows, const Areas& areas,
                const Buffers& buffers, Team& team) {
  const TeamWorkspace workspaces{areas.bytes};
  const Parts parts = Parts::of(blocksOf(request, windows), 1, team.threads() * kPartsOfThread);
  const Parts channels = Parts::of(request.outputChannels, 4 * kRows,
                                   static_cast<int>(divideUp(team.threads(), parts.count)));
  const auto each = [&](int piece, int thread) {
    const int part = piece / channels.count;
    const int channel = piece % channels.count;
    Buffers own = buffers;
    own.workspace = workspaces.of(thread, own.workspace);
    convolveQuads(request, windows, own, parts.at(part), channels.at(channel));
  };
  team.run(parts.count * channels.count, nanosecondsOf(request, windows), each);
}

}  // namespace

template <>
struct Kind<Convolution> : Defaults<Convolution> {
  static constexpr std::string_view name = "Convolution";

  [[gnu::cold]] static Operands operands(const Convolution& request) {
    const DType sums = request.type == DType::int16 ? DType::int32 : request.type;
    const Count channels = request.groups * request.outputChannels;
    return {.inputs = {images(request.type, {request.batch, request.groups * request.inputChannels},
                              request.axes, &WindowAxis::input),
                       images(request.type, {channels, request.inputChannels}, request.axes,
                              &WindowAxis::kernel),
                       tensor(sums, {channels})},
            .outputs = {images(sums, {request.batch, channels}, request.axes, &WindowAxis::output)},
            .optional = 1,
            .takesEpilogue = true};
  }

  static bool fits(const Convolution& request) {
    const bool isFloat = request.type == DType::float32 || request.type == DType::float64;
    if ((!isFloat && !hasPairs(request)) || !areWindows(request.axes)) return false;
    const WindowGeometry windows(imageAxes(request.axes), request.type);
    Count weights = kRows;
    Count offsets = 2 * Count{sizeof(std::size_t)};
    Count inputs = windows.inputs();
    Count outputs = windows.outputs();
    return areSizes(
               {request.batch, request.groups, request.inputChannels, request.outputChannels}) &&
           request.groups * request.inputChannels <= INT32_MAX &&
           request.groups * request.outputChannels <= INT32_MAX &&
           multiply(weights, windows.taps()) && multiply(weights, request.inputChannels) &&
           multiply(weights, request.outputChannels + kRows) && multiply(weights, request.groups) &&
           multiply(inputs, request.batch) && multiply(inputs, request.groups) &&
           multiply(inputs, request.inputChannels) && multiply(outputs, request.batch) &&
           multiply(outputs, request.groups) && multiply(outputs, request.outputChannels) &&
           multiply(offsets, windows.taps()) && multiply(offsets, request.inputChannels) &&
           windows.copyBytes(request.inputChannels) <= kMaxCount;
  }

  static void simplify(Convolution& request) { request.axes = imageAxes(request.axes); }

  static Count workspace(const Convolution& request) {
    return areasOf(request, WindowGeometry(request.axes, request.type)).bytes;
  }

  static Count packedBytes(const Convolution& request) {
    const WindowGeometry windows(imageAxes(request.axes), request.type);
    return isPacked(request) ? Weights(request, windows).offset(request.groups, 0) : 0;
  }

  static void pack(const Convolution& request, std::byte* to, const std::byte* from) {
    Weights(request, WindowGeometry(imageAxes(request.axes), request.type)).pack(to, from);
  }

  static void unpack(const Convolution& request, std::byte* to, const std::byte* from) {
    Weights(request, WindowGeometry(imageAxes(request.axes), request.type)).unpack(to, from);
  }

  static Count run(const Convolution& request, const Buffers& buffers) {
    const WindowGeometry windows(request.axes, request.type);
    if (windows.outputs() == 0 || request.outputChannels == 0) return kDone;
    const Areas areas = areasOf(request, windows);
    if (areas.method == Method::quads)
      convolveQuads(request, windows, buffers, {0, blocksOf(request, windows)},
                    {0, request.outputChannels});
    else
      convolveGroups(request, windows, areas, buffers, 0, request.batch * request.groups);
    return kDone;
  }

  // Cut inside: data that all parts read is computed once.
  static double nanoseconds(const Convolution& request) {
    return nanosecondsOf(request, WindowGeometry(request.axes, request.type));
  }

  static Count teamWorkspace(const Convolution& request, const Team& team) {
    const WindowGeometry windows(request.axes, request.type);
    const Areas areas = areasOf(request, windows);
    const bool isWhole = areas.method == Method::quads || areGroupsShared(request, team.threads());
    const Count common = isWhole ? 0 : areas.panels;
    return common +
           TeamWorkspace{areas.bytes - common}.forTeam(team, nanosecondsOf(request, windows));
  }

  static Count share(const Convolution& request, const Buffers& buffers, Team& team) {
    const WindowGeometry windows(request.axes, request.type);
    if (team.piecesFor(nanosecondsOf(request, windows)) == 1) return run(request, buffers);
    const Areas areas = areasOf(request, windows);
    if (areas.method == Method::quads)
      shareQuads(request, windows, areas, buffers, team);
    else if (areGroupsShared(request, team.threads()))
      shareGroups(request, windows, areas, buffers, team);
    else
      sharePixels(request, windows, areas, buffers, team);
    return kDone;
  }
};
template const Functions& functionsOf<Convolution>();
template const Sharing& sharingOf<Convolution>();

}  // namespace simdcast::layers
