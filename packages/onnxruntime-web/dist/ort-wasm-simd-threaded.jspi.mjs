// simdcast needs no such file. It is here for build steps that copy it.
export {};
