import type { Route } from "next";
import { redirect } from "next/navigation";
import { guarded } from "@/app/_components/guarded";

// public: only redirects to a page that requires a session
export default guarded(async function SettingsPage({ params }: PageProps<"/o/[org]/settings">) {
  redirect(`/o/${(await params).org}/settings/general` as Route);
});
