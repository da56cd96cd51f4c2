export interface Database {
  public: {
    Tables: {
      firms: {
        Row: { id: string; name: string };
        Insert: { id?: string; name: string };
        Update: { id?: string; name?: string };
        Relationships: [];
      };
      requests: {
        Row: { id: string; title: string; due_on: string | null; firm_id: string };
        Insert: { id?: string; title: string; due_on?: string | null; firm_id: string };
        Update: { title?: string; due_on?: string | null };
        Relationships: [
          {
            foreignKeyName: "requests_firm_id_fkey";
            columns: ["firm_id"];
            isOneToOne: false;
            referencedRelation: "firms";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: Record<never, never>;
    Functions: {
      send_request: { Args: { request_id: string }; Returns: { state: string } };
    };
    Enums: Record<never, never>;
    CompositeTypes: Record<never, never>;
  };
}
