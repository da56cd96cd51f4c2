// Declares the types of `#crypto`. An entry in `paths` of tsconfig.json would declare them too, but
// bundlers would follow it into the sources.
declare module "#crypto" {
  export const sha256: import("./types.js").PlatformCrypto["sha256"];
  export const importKey: import("./types.js").PlatformCrypto["importKey"];
}
