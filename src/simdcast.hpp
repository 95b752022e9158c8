// Everything that a program using simdcast includes: shapes, rules and their sentences, requests,
// plans, and runs. What these headers do not include is not installed, and may change in any
// release.
#pragma once

#include "base/dtype.hpp"
#include "base/error.hpp"
#include "base/shape.hpp"
#include "engine/plan.hpp"
#include "engine/refusal.hpp"
#include "engine/request.hpp"
#include "engine/runner.hpp"
#include "explain/sentences.hpp"
#include "rules/align.hpp"
#include "rules/alignment.hpp"
#include "rules/fixes.hpp"
#include "rules/rule.hpp"
#include "rules/source.hpp"
#include "rules/warnings.hpp"
