import type { Route } from "next";
import { redirect } from "next/navigation";

/** Settings begin with the general ones. */
export default async function SettingsPage({ params }: PageProps<"/o/[org]/settings">) {
  redirect(`/o/${(await params).org}/settings/general` as Route);
}
