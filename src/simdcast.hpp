// Everything that a program using simdcast includes: shapes, rules and their sentences, requests
// for operators and layers, tasks and runs, models and sessions. Headers that these do not include
// are not installed, and may change in any release.
#pragma once

#include "base/dtype.hpp"
#include "base/error.hpp"
#include "base/shape.hpp"
#include "base/tensor_type.hpp"
#include "engine/refusal.hpp"
#include "engine/request.hpp"
#include "engine/runner.hpp"
#include "engine/task.hpp"
#include "explain/faults.hpp"
#include "explain/sentences.hpp"
#include "layers/requests.hpp"
#include "model/model.hpp"
#include "model/read.hpp"
#include "model/session.hpp"
#include "model/tensor.hpp"
#include "rules/align.hpp"
#include "rules/alignment.hpp"
#include "rules/fixes.hpp"
#include "rules/rule.hpp"
#include "rules/source.hpp"
#include "rules/warnings.hpp"
