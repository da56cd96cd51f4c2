import { toInitialSession } from "@dossier/backend-client";
import { BackendProvider } from "@dossier/backend-client/react";
import { getSession } from "../lib/backend.js";
import { Who } from "./who.js";

export default async function Layout({ children }) {
  const config = { url: process.env.SUPABASE_URL, anonKey: process.env.SUPABASE_ANON_KEY };
  return (
    <html lang="en">
      <body>
        <BackendProvider config={config} initialSession={toInitialSession(await getSession())}>
          <Who />
          {children}
        </BackendProvider>
      </body>
    </html>
  );
}
