// integration: begin
import { handlers } from "@/lib/backend";

export const { GET, POST, HEAD } = handlers;
// integration: end
