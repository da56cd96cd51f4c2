// The output of `supabase gen types typescript`, without the parts that the example does not use.
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
