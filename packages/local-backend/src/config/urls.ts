/** Addresses of a running backend, without trailing slashes. */
export interface BackendUrls {
  /** API, for a Supabase client: `http://127.0.0.1:54321`. */
  api: string;
  /** PostgreSQL connection string of the `postgres` role. */
  db: string;
  /** The mailbox page. */
  mailbox: string;
}
