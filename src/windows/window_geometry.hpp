// Images as windows read them: with the padding that windows reach and, if windows are more than an
// element apart, with the elements of one phase side by side, so a tap of adjacent windows reads
// adjacent elements.
//
// The row 0 1 2 3 4 with a pad of 1 and a stride of 2, for 3 taps: 0 1 3 | 0 2 4, the even phase
// and the odd one. The first tap reads the first phase, the second the second, and the third the
// first from its second element on.
#pragma once

#include "../base/dtype.hpp"
#include "../threads/parts.hpp"
#include "window_axis.hpp"

namespace simdcast {

// Whether such windows exist, and their images and results have valid element counts.
[[nodiscard]] bool areWindows(const WindowAxes& axes, int mostAxes = kImageRank);

// Whether the axis has only one element and one window, which reads just that element.
[[nodiscard]] inline bool isTrivial(const WindowAxis& axis) {
  return axis.input == 1 && axis.output == 1 && axis.kernel == 1 && axis.pad == 0;
}

// The same windows over three axes, with axes of one element omitted.
[[nodiscard]] WindowAxes imageAxes(const WindowAxes& axes);

// Windows over three axes.
class WindowGeometry {
 public:
  WindowGeometry(const WindowAxes& axes, DType type);

  [[nodiscard]] Count inputs() const { return inputs_; }    // elements of an image
  [[nodiscard]] Count outputs() const { return outputs_; }  // and of its result
  [[nodiscard]] Count taps() const { return taps_; }
  [[nodiscard]] const WindowAxis& axis(int i) const { return axes_[i]; }

  // Whether images need not be copied; a copy may be read as far as `slack` past its end.
  [[nodiscard]] bool areInPlace() const { return inPlace_; }
  // Bytes of copies of `planes` images; more than kMaxCount if that is not a valid count.
  [[nodiscard]] Count copyBytes(Count planes) const;
  // Fills the padding in copies of images once; it stays when other images are copied there. `to`
  // and `from` point to the first of all images.
  void fillAround(Stretch planes, std::byte* to, double outside) const;
  void copy(Stretch planes, std::byte* to, const std::byte* from) const;

  // A std::size_t for each tap of `planes` contiguous images: bytes from the first element of a
  // window to the element that the tap reads.
  void writeTapOffsets(std::byte* to, Count planes, bool copied) const;
  // Bytes from the first element of an image to that of the first window in a row of windows.
  [[nodiscard]] std::size_t rowOffset(Count z, Count y, bool copied) const;

 private:
  // In elements.
  struct ImageStrides {
    Count plane, z, y, phase;
  };
  [[nodiscard]] const ImageStrides& strides(bool copied) const {
    return copied ? copy_ : inPlaceStrides_;
  }
  void copyParts(std::byte* to, const std::byte* from, Count count) const;

  WindowAxes axes_;
  DType type_;
  Count bytes_;  // of an element
  // The part of a row of a copy that holds the image, in elements, as if phases were not separated.
  Count firstX_;
  Count lastX_;
  Count phases_;
  Count phase_;  // elements of a phase
  Count extents_[kImageRank];
  ImageStrides copy_{};
  ImageStrides inPlaceStrides_{};
  Count inputs_ = 1;
  Count outputs_ = 1;
  Count taps_ = 1;
  bool inPlace_;
};

// Bytes that may be read past the end of a copy.
inline constexpr Count kSlack = 64;

}  // namespace simdcast
