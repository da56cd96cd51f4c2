export default {
  basePath: "/docs",
  trailingSlash: true,
  turbopack: { root: import.meta.dirname },
};
