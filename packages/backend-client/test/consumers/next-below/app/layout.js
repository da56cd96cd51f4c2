import { BackendProvider } from "@dossier/backend-client/react";
import { connection } from "next/server";
import { Suspense } from "react";
import { clientState } from "../lib/backend.js";
import { Who } from "./who.js";

// Each request has its own nonce, so no page can be static.
export default async function Layout({ children }) {
  await connection();
  return (
    <html lang="en">
      <head>
        <link rel="icon" href="data:," />
      </head>
      <body>
        <BackendProvider {...clientState()}>
          <Suspense fallback={<p>client unknown</p>}>
            <Who />
          </Suspense>
          {children}
        </BackendProvider>
      </body>
    </html>
  );
}
