// Everything about vectors of sixteen bytes.
#pragma once

#include "convert.hpp"
#include "fill.hpp"
#include "shuffle.hpp"
#include "tail.hpp"
#include "target.hpp"
