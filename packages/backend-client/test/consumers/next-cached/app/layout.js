import { BackendProvider } from "@dossier/backend-client/react";
import { Suspense } from "react";
import { clientState } from "../lib/backend.js";
import { Who } from "./who.js";

// Do not await anything here, so that the layout stays static.
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <header>The static header</header>
        <BackendProvider {...clientState()}>
          <Suspense fallback={<p id="client">client unknown</p>}>
            <Who />
          </Suspense>
          {children}
        </BackendProvider>
      </body>
    </html>
  );
}
