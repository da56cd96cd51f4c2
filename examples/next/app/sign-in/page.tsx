// integration: begin
import { safeNext } from "@dossier/backend-client/server";
// integration: end
import type { Metadata } from "next";
import { SignInForm } from "@/app/sign-in/form";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignIn({ searchParams }: PageProps<"/sign-in">) {
  const { next } = await searchParams;
  return <SignInForm next={safeNext(next, "/notes")} />;
}
