"use client";

import { createBrowserClient } from "@supabase/ssr";
import { useEffect, useState } from "react";

export function Tab({ url, apiKey }) {
  const [client, setClient] = useState(null);
  const [user, setUser] = useState("");
  const [count, setCount] = useState(0);
  useEffect(() => setClient(createBrowserClient(url, apiKey)), [url, apiKey]);
  useEffect(() => {
    if (!client) return;
    const show = async () => {
      const { data } = await client.auth.getSession();
      setUser(data.session?.user.email ?? "unauthenticated");
    };
    show();
    const { data } = client.auth.onAuthStateChange((event) => {
      if (event === "TOKEN_REFRESHED") setCount((before) => before + 1);
      setTimeout(show);
    });
    return () => data.subscription.unsubscribe();
  }, [client]);
  return (
    <div>
      <p>{`browser ${user}, refreshed ${count}`}</p>
      <button type="button" onClick={() => client.auth.refreshSession()}>
        Refresh in the browser
      </button>
      <button type="button" onClick={() => client.auth.signOut({ scope: "local" })}>
        Sign out in the browser
      </button>
    </div>
  );
}
