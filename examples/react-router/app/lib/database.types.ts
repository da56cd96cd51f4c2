// Written by hand. In your own project, `npx supabase gen types typescript` writes this file.
export type Database = {
  public: {
    Tables: {
      notes: {
        Row: { id: number; user_id: string; body: string };
        Insert: { user_id?: string; body: string };
        Update: { user_id?: string; body?: string };
        Relationships: [];
      };
    };
    Views: Record<never, never>;
    Functions: Record<never, never>;
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
};
