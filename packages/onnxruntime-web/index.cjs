// The same module as for `import`, so that programs that use both forms have one engine.
module.exports = require('simdcast/ort');
