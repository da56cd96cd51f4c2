// Declares `#crypto` here, because an entry in `paths` of tsconfig.json would make bundlers resolve
// it to the sources.
declare module "#crypto" {
  export const sha256: import("./types.js").PlatformCrypto["sha256"];
  export const importKey: import("./types.js").PlatformCrypto["importKey"];
}
