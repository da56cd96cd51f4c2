import { toInitialSession } from "@dossier/backend-client";
import { BackendProvider } from "@dossier/backend-client/react";
import { getSession } from "../lib/backend.js";

export default async function Layout({ children }) {
  const config = { url: process.env.SUPABASE_URL, anonKey: process.env.SUPABASE_ANON_KEY };
  return (
    <html lang="en">
      <body>
        <BackendProvider config={config} initialSession={toInitialSession(await getSession())}>
          {children}
        </BackendProvider>
      </body>
    </html>
  );
}
