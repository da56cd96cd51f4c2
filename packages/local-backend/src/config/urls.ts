/** URLs of a running backend, without trailing slashes. */
export interface BackendUrls {
  /** URL for a Supabase client, such as `http://127.0.0.1:54321`. */
  api: string;
  /** PostgreSQL connection string of the role `postgres`. */
  db: string;
  /** URL of the mailbox page. */
  mailbox: string;
}
