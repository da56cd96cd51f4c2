import { handlers } from "@/lib/backend/backend.server";

export const GET = handlers.GET;
export const HEAD = handlers.HEAD;
export const POST = handlers.POST;
