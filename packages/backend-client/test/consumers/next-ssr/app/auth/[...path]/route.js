import { handlers } from "../../../lib/backend.js";

export const { GET, POST, HEAD } = handlers;
