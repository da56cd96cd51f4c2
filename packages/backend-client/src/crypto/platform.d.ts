// Declares the types of `#crypto`. An entry in `paths` of tsconfig.json would also declare the
// types, but bundlers would then resolve `#crypto` to the source files.
declare module "#crypto" {
  export const sha256: import("./types.js").PlatformCrypto["sha256"];
  export const importKey: import("./types.js").PlatformCrypto["importKey"];
}
