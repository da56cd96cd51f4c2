export const runtime = "edge";

export { GET } from "../api/route.js";
