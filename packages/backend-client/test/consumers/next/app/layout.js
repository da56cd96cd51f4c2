import { toInitialSession } from "@dossier/backend-client";
import { BackendProvider } from "@dossier/backend-client/react";
import { backend, getSession } from "../lib/backend.js";
import { Who } from "./who.js";

export default async function Layout({ children }) {
  const session = await getSession();
  const { url, anonKey } = backend();
  return (
    <html lang="en">
      <body>
        <BackendProvider config={{ url, anonKey }} initialSession={toInitialSession(session)}>
          <Who />
          {children}
        </BackendProvider>
      </body>
    </html>
  );
}
