// Everything that a program using simdcast includes: shapes, rules and their sentences, requests,
// plans, and runs. What these headers do not include is not installed, and may change in any
// release.
#pragma once

#include "dtype.hpp"
#include "engine/plan.hpp"
#include "engine/refusal.hpp"
#include "engine/request.hpp"
#include "engine/runner.hpp"
#include "error.hpp"
#include "explain/sentences.hpp"
#include "rules/align.hpp"
#include "rules/alignment.hpp"
#include "rules/fixes.hpp"
#include "rules/rule.hpp"
#include "rules/source.hpp"
#include "rules/warnings.hpp"
#include "shape.hpp"
