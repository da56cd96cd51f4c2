// The `imports` of package.json select the file, so that browser code contains no server.
declare module "#memory-server" {
  export const listen: import("./types.js").Listen;
}
