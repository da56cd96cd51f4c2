import { index, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  index("routes/home.tsx"),
  route("auth/*", "routes/auth.ts"),
  route("sign-in", "routes/sign-in.tsx"),
  route("notes", "routes/notes.tsx"),
  route("stream", "routes/stream.tsx"),
] satisfies RouteConfig;
