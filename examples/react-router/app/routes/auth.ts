// integration: begin
import { sessions } from "../lib/sessions.server.ts";
import type { Route } from "./+types/auth";

export const loader = ({ request }: Route.LoaderArgs) => sessions.handle(request);
export const action = loader;
// integration: end
