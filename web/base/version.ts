declare const SIMDCAST_VERSION: string; // defined by the bundler, from package.json

export const version: string = SIMDCAST_VERSION;
