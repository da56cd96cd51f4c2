export interface Database {
  public: {
    Tables: {
      requests: {
        Row: { id: string; title: string };
        Insert: { id?: string; title: string };
        Update: { id?: string; title?: string };
        Relationships: [];
      };
      members: {
        Row: { id: string; user_id: string };
        Insert: { id?: string; user_id: string };
        Update: { id?: string; user_id?: string };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: {
      get_public_request: { Args: { public_id: string }; Returns: { title: string }[] };
    };
  };
}
