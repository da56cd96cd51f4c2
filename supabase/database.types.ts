export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  public: {
    Tables: {
      clients: {
        Row: {
          archived_at: string | null;
          created_at: string;
          id: string;
          name: string;
          org_id: string;
          ref: string | null;
          search: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          name: string;
          org_id: string;
          ref?: string | null;
          search?: never;
          updated_at?: string;
          version?: number;
        };
        Update: {
          archived_at?: string | null;
          created_at?: string;
          id?: string;
          name?: string;
          org_id?: string;
          ref?: string | null;
          search?: never;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "clients_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
        ];
      };
      contacts: {
        Row: {
          address_given_up: string | null;
          client_id: string;
          created_at: string;
          email: string;
          email_pref: string;
          id: string;
          name: string;
          opt_out_reason: string | null;
          org_id: string;
          search: string;
          status: string;
          updated_at: string;
          user_id: string | null;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          address_given_up?: string | null;
          client_id: string;
          created_at?: string;
          email: string;
          email_pref?: string;
          id?: string;
          name: string;
          opt_out_reason?: string | null;
          org_id: string;
          search?: never;
          status?: string;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Update: {
          address_given_up?: string | null;
          client_id?: string;
          created_at?: string;
          email?: string;
          email_pref?: string;
          id?: string;
          name?: string;
          opt_out_reason?: string | null;
          org_id?: string;
          search?: never;
          status?: string;
          updated_at?: string;
          user_id?: string | null;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "contacts_org_id_client_id_fkey";
            columns: ["org_id", "client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["org_id", "id"];
          },
          {
            foreignKeyName: "contacts_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
        ];
      };
      events: {
        Row: {
          action: string;
          actor_id: string | null;
          actor_kind: string;
          actor_name: string;
          at: string;
          chain: string;
          data: NonNullable<Json>;
          entity: string;
          entity_id: string | null;
          hash: string;
          id: number;
          no: number;
          org_id: string;
          prev_hash: string;
          request_id: string | null;
        };
        ComputedFields: never;
        Insert: {
          action: string;
          actor_id?: string | null;
          actor_kind: string;
          actor_name: string;
          at: string;
          chain: string;
          data?: NonNullable<Json>;
          entity: string;
          entity_id?: string | null;
          hash: string;
          id?: never;
          no: number;
          org_id: string;
          prev_hash: string;
          request_id?: string | null;
        };
        Update: {
          action?: string;
          actor_id?: string | null;
          actor_kind?: string;
          actor_name?: string;
          at?: string;
          chain?: string;
          data?: NonNullable<Json>;
          entity?: string;
          entity_id?: string | null;
          hash?: string;
          id?: never;
          no?: number;
          org_id?: string;
          prev_hash?: string;
          request_id?: string | null;
        };
        Relationships: [];
      };
      files: {
        Row: {
          bytes: number;
          created_at: string;
          detected_mime: string | null;
          id: string;
          item_id: string;
          mime: string;
          name: string;
          org_id: string;
          path: string;
          reject_code: string | null;
          request_id: string;
          scan: string;
          sha256: string | null;
          shared_at: string | null;
          status: string;
          submission_id: string;
          updated_at: string;
          uploader_id: string;
          uploader_kind: string;
        };
        ComputedFields: never;
        Insert: {
          bytes: number;
          created_at?: string;
          detected_mime?: string | null;
          id?: string;
          item_id: string;
          mime: string;
          name: string;
          org_id: string;
          path: string;
          reject_code?: string | null;
          request_id: string;
          scan?: string;
          sha256?: string | null;
          shared_at?: string | null;
          status?: string;
          submission_id: string;
          updated_at?: string;
          uploader_id: string;
          uploader_kind: string;
        };
        Update: {
          bytes?: number;
          created_at?: string;
          detected_mime?: string | null;
          id?: string;
          item_id?: string;
          mime?: string;
          name?: string;
          org_id?: string;
          path?: string;
          reject_code?: string | null;
          request_id?: string;
          scan?: string;
          sha256?: string | null;
          shared_at?: string | null;
          status?: string;
          submission_id?: string;
          updated_at?: string;
          uploader_id?: string;
          uploader_kind?: string;
        };
        Relationships: [
          {
            foreignKeyName: "files_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "files_org_id_item_id_fkey";
            columns: ["org_id", "item_id"];
            isOneToOne: false;
            referencedRelation: "items";
            referencedColumns: ["org_id", "id"];
          },
          {
            foreignKeyName: "files_org_id_request_id_fkey";
            columns: ["org_id", "request_id"];
            isOneToOne: false;
            referencedRelation: "requests";
            referencedColumns: ["org_id", "id"];
          },
          {
            foreignKeyName: "files_org_id_submission_id_fkey";
            columns: ["org_id", "submission_id"];
            isOneToOne: false;
            referencedRelation: "submissions";
            referencedColumns: ["org_id", "id"];
          },
        ];
      };
      invitations: {
        Row: {
          created_at: string;
          email: string;
          ended_by_rights: boolean;
          expires_at: string;
          id: string;
          invited_by: string;
          org_id: string;
          resent: number;
          role: string;
          sent_at: string;
          status: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          email: string;
          ended_by_rights?: boolean;
          expires_at: string;
          id?: string;
          invited_by: string;
          org_id: string;
          resent?: number;
          role: string;
          sent_at?: string;
          status?: string;
          updated_at?: string;
        };
        Update: {
          created_at?: string;
          email?: string;
          ended_by_rights?: boolean;
          expires_at?: string;
          id?: string;
          invited_by?: string;
          org_id?: string;
          resent?: number;
          role?: string;
          sent_at?: string;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "invitations_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
        ];
      };
      items: {
        Row: {
          accept: string[];
          created_at: string;
          help: string;
          id: string;
          kind: string;
          max_files: number;
          options: NonNullable<Json>;
          org_id: string;
          position: number;
          request_id: string;
          required: boolean;
          section: string;
          status: string;
          submitted_at: string | null;
          title: string;
          updated_at: string;
          version: number;
          waive_note: string | null;
        };
        ComputedFields: never;
        Insert: {
          accept?: string[];
          created_at?: string;
          help?: string;
          id?: string;
          kind: string;
          max_files?: number;
          options?: NonNullable<Json>;
          org_id: string;
          position: number;
          request_id: string;
          required?: boolean;
          section?: string;
          status?: string;
          submitted_at?: string | null;
          title: string;
          updated_at?: string;
          version?: number;
          waive_note?: string | null;
        };
        Update: {
          accept?: string[];
          created_at?: string;
          help?: string;
          id?: string;
          kind?: string;
          max_files?: number;
          options?: NonNullable<Json>;
          org_id?: string;
          position?: number;
          request_id?: string;
          required?: boolean;
          section?: string;
          status?: string;
          submitted_at?: string | null;
          title?: string;
          updated_at?: string;
          version?: number;
          waive_note?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: "items_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "items_org_id_request_id_fkey";
            columns: ["org_id", "request_id"];
            isOneToOne: false;
            referencedRelation: "requests";
            referencedColumns: ["org_id", "id"];
          },
        ];
      };
      memberships: {
        Row: {
          created_at: string;
          id: string;
          org_id: string;
          role: string;
          status: string;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          created_at?: string;
          id?: string;
          org_id: string;
          role: string;
          status?: string;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          created_at?: string;
          id?: string;
          org_id?: string;
          role?: string;
          status?: string;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: "memberships_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
        ];
      };
      orgs: {
        Row: {
          brand_color: string | null;
          brand_version: number;
          created_at: string;
          deleted_at: string | null;
          id: string;
          logo_path: string | null;
          name: string;
          postal_address: string | null;
          reminder_days: number[];
          reminder_every: number;
          reply_email: string;
          require_mfa: boolean;
          retention_days: number;
          setup_dismissed_at: string | null;
          slug: string;
          time_zone: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          brand_color?: string | null;
          brand_version?: number;
          created_at?: string;
          deleted_at?: string | null;
          id?: string;
          logo_path?: string | null;
          name: string;
          postal_address?: string | null;
          reminder_days?: number[];
          reminder_every?: number;
          reply_email: string;
          require_mfa?: boolean;
          retention_days?: number;
          setup_dismissed_at?: string | null;
          slug: string;
          time_zone: string;
          updated_at?: string;
        };
        Update: {
          brand_color?: string | null;
          brand_version?: number;
          created_at?: string;
          deleted_at?: string | null;
          id?: string;
          logo_path?: string | null;
          name?: string;
          postal_address?: string | null;
          reminder_days?: number[];
          reminder_every?: number;
          reply_email?: string;
          require_mfa?: boolean;
          retention_days?: number;
          setup_dismissed_at?: string | null;
          slug?: string;
          time_zone?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      profiles: {
        Row: {
          avatar_path: string | null;
          created_at: string;
          name: string;
          preferences: NonNullable<Json>;
          updated_at: string;
          user_id: string;
        };
        ComputedFields: never;
        Insert: {
          avatar_path?: string | null;
          created_at?: string;
          name?: string;
          preferences?: NonNullable<Json>;
          updated_at?: string;
          user_id: string;
        };
        Update: {
          avatar_path?: string | null;
          created_at?: string;
          name?: string;
          preferences?: NonNullable<Json>;
          updated_at?: string;
          user_id?: string;
        };
        Relationships: [];
      };
      reminders: {
        Row: {
          contact_id: string;
          created_at: string;
          due_at: string;
          id: string;
          manual: boolean;
          org_id: string;
          request_id: string;
          seq: number;
          status: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          contact_id: string;
          created_at?: string;
          due_at: string;
          id?: string;
          manual?: boolean;
          org_id: string;
          request_id: string;
          seq: number;
          status?: string;
          updated_at?: string;
        };
        Update: {
          contact_id?: string;
          created_at?: string;
          due_at?: string;
          id?: string;
          manual?: boolean;
          org_id?: string;
          request_id?: string;
          seq?: number;
          status?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "reminders_org_id_contact_id_fkey";
            columns: ["org_id", "contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["org_id", "id"];
          },
          {
            foreignKeyName: "reminders_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "reminders_org_id_request_id_fkey";
            columns: ["org_id", "request_id"];
            isOneToOne: false;
            referencedRelation: "requests";
            referencedColumns: ["org_id", "id"];
          },
        ];
      };
      request_contacts: {
        Row: {
          contact_id: string;
          created_at: string;
          opened_at: string | null;
          opened_email: string | null;
          org_id: string;
          request_id: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          contact_id: string;
          created_at?: string;
          opened_at?: string | null;
          opened_email?: string | null;
          org_id: string;
          request_id: string;
          updated_at?: string;
        };
        Update: {
          contact_id?: string;
          created_at?: string;
          opened_at?: string | null;
          opened_email?: string | null;
          org_id?: string;
          request_id?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "request_contacts_org_id_contact_id_fkey";
            columns: ["org_id", "contact_id"];
            isOneToOne: false;
            referencedRelation: "contacts";
            referencedColumns: ["org_id", "id"];
          },
          {
            foreignKeyName: "request_contacts_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "request_contacts_org_id_request_id_fkey";
            columns: ["org_id", "request_id"];
            isOneToOne: false;
            referencedRelation: "requests";
            referencedColumns: ["org_id", "id"];
          },
        ];
      };
      requests: {
        Row: {
          assignee_id: string | null;
          client_id: string;
          close_reason: string | null;
          closed_at: string | null;
          created_at: string;
          created_by: string;
          due_on: string | null;
          id: string;
          message: string;
          org_id: string;
          public_id: string;
          reminders_paused: boolean;
          saved_by: string | null;
          search: string;
          sent_at: string | null;
          status: string;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          assignee_id?: string | null;
          client_id: string;
          close_reason?: string | null;
          closed_at?: string | null;
          created_at?: string;
          created_by: string;
          due_on?: string | null;
          id?: string;
          message?: string;
          org_id: string;
          public_id?: string;
          reminders_paused?: boolean;
          saved_by?: string | null;
          search?: never;
          sent_at?: string | null;
          status?: string;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          assignee_id?: string | null;
          client_id?: string;
          close_reason?: string | null;
          closed_at?: string | null;
          created_at?: string;
          created_by?: string;
          due_on?: string | null;
          id?: string;
          message?: string;
          org_id?: string;
          public_id?: string;
          reminders_paused?: boolean;
          saved_by?: string | null;
          search?: never;
          sent_at?: string | null;
          status?: string;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "requests_org_id_client_id_fkey";
            columns: ["org_id", "client_id"];
            isOneToOne: false;
            referencedRelation: "clients";
            referencedColumns: ["org_id", "id"];
          },
          {
            foreignKeyName: "requests_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
        ];
      };
      submissions: {
        Row: {
          answer: Json | null;
          author_id: string;
          client_note: string;
          created_at: string;
          decided_at: string | null;
          decided_by: string | null;
          decision_note: string | null;
          id: string;
          item_id: string;
          no: number;
          not_applicable: boolean;
          org_id: string;
          request_id: string;
          saved_by: string | null;
          status: string;
          submitted_at: string | null;
          submitted_by: string | null;
          submitted_kind: string | null;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          answer?: Json | null;
          author_id: string;
          client_note?: string;
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          decision_note?: string | null;
          id?: string;
          item_id: string;
          no: number;
          not_applicable?: boolean;
          org_id: string;
          request_id: string;
          saved_by?: string | null;
          status?: string;
          submitted_at?: string | null;
          submitted_by?: string | null;
          submitted_kind?: string | null;
          updated_at?: string;
          version?: number;
        };
        Update: {
          answer?: Json | null;
          author_id?: string;
          client_note?: string;
          created_at?: string;
          decided_at?: string | null;
          decided_by?: string | null;
          decision_note?: string | null;
          id?: string;
          item_id?: string;
          no?: number;
          not_applicable?: boolean;
          org_id?: string;
          request_id?: string;
          saved_by?: string | null;
          status?: string;
          submitted_at?: string | null;
          submitted_by?: string | null;
          submitted_kind?: string | null;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "submissions_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "submissions_org_id_item_id_fkey";
            columns: ["org_id", "item_id"];
            isOneToOne: false;
            referencedRelation: "items";
            referencedColumns: ["org_id", "id"];
          },
          {
            foreignKeyName: "submissions_org_id_request_id_fkey";
            columns: ["org_id", "request_id"];
            isOneToOne: false;
            referencedRelation: "requests";
            referencedColumns: ["org_id", "id"];
          },
        ];
      };
      template_items: {
        Row: {
          accept: string[];
          created_at: string;
          help: string;
          id: string;
          kind: string;
          max_files: number;
          options: NonNullable<Json>;
          org_id: string;
          position: number;
          required: boolean;
          section: string;
          template_id: string;
          title: string;
          updated_at: string;
        };
        ComputedFields: never;
        Insert: {
          accept?: string[];
          created_at?: string;
          help?: string;
          id?: string;
          kind: string;
          max_files?: number;
          options?: NonNullable<Json>;
          org_id: string;
          position: number;
          required?: boolean;
          section?: string;
          template_id: string;
          title: string;
          updated_at?: string;
        };
        Update: {
          accept?: string[];
          created_at?: string;
          help?: string;
          id?: string;
          kind?: string;
          max_files?: number;
          options?: NonNullable<Json>;
          org_id?: string;
          position?: number;
          required?: boolean;
          section?: string;
          template_id?: string;
          title?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: "template_items_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
          {
            foreignKeyName: "template_items_org_id_template_id_fkey";
            columns: ["org_id", "template_id"];
            isOneToOne: false;
            referencedRelation: "templates";
            referencedColumns: ["org_id", "id"];
          },
        ];
      };
      templates: {
        Row: {
          archived_at: string | null;
          created_at: string;
          due_in_days: number;
          id: string;
          message: string;
          org_id: string;
          title: string;
          updated_at: string;
          version: number;
        };
        ComputedFields: never;
        Insert: {
          archived_at?: string | null;
          created_at?: string;
          due_in_days?: number;
          id?: string;
          message?: string;
          org_id: string;
          title: string;
          updated_at?: string;
          version?: number;
        };
        Update: {
          archived_at?: string | null;
          created_at?: string;
          due_in_days?: number;
          id?: string;
          message?: string;
          org_id?: string;
          title?: string;
          updated_at?: string;
          version?: number;
        };
        Relationships: [
          {
            foreignKeyName: "templates_org_id_fkey";
            columns: ["org_id"];
            isOneToOne: false;
            referencedRelation: "orgs";
            referencedColumns: ["id"];
          },
        ];
      };
    };
    Views: {
      [_ in never]: never;
    };
    Functions: {
      accept_invitation: { Args: { invitation_id: string }; Returns: Json };
      add_recipient: { Args: { contact_id: string; request_id: string }; Returns: Json };
      add_recipients: { Args: { contact_ids: string[]; request_id: string }; Returns: Json };
      archive_client: { Args: { archived?: boolean; client_id: string }; Returns: Json };
      archive_request: { Args: { request_id: string }; Returns: Json };
      archive_requests: { Args: { max_rows?: number }; Returns: number };
      archive_template: { Args: { archived?: boolean; template_id: string }; Returns: Json };
      begin_export: { Args: { request_id: string }; Returns: Json };
      begin_upload: {
        Args: { bytes: number; item_id: string; mime: string; name: string };
        Returns: Json;
      };
      cancel_email: { Args: { email_id: string }; Returns: boolean };
      cancel_request: { Args: { reason: string; request_id: string }; Returns: Json };
      change_role: { Args: { org_id: string; role: string; user_id: string }; Returns: Json };
      check_factor_reset: { Args: { org_id: string; user_id: string }; Returns: Json };
      check_mail: { Args: { mail_id: string; tries: number }; Returns: Json };
      claim_inspection: { Args: { file_id: string }; Returns: boolean };
      claim_mail: {
        Args: { max_rows?: number };
        Returns: {
          account_confirmed: boolean;
          account_id: string;
          attempts: number;
          brand_color: string;
          contact_id: string;
          data: Json;
          dedupe_key: string;
          due_on: string;
          kind: string;
          logo_path: string;
          mail_id: string;
          org_name: string;
          org_slug: string;
          postal_address: string;
          public_id: string;
          reply_email: string;
          request_id: string;
          request_message: string;
          request_title: string;
          time_zone: string;
          to_email: string;
          to_name: string;
          tries: number;
          user_id: string;
        }[];
      };
      close_account: { Args: Record<PropertyKey, never>; Returns: Json };
      complete_request: { Args: { reason: string; request_id: string }; Returns: Json };
      count_inbox: { Args: { mine?: boolean; org_id: string }; Returns: number };
      count_work: {
        Args: { org_id: string };
        Returns: {
          bounced: number;
          drafts: number;
          due_this_week: number;
          open_mine: number;
          open_requests: number;
          overdue: number;
          requests: number;
          to_review: number;
          to_review_mine: number;
        }[];
      };
      create_invitation: { Args: { email: string; org_id: string; role: string }; Returns: Json };
      create_org: { Args: { name: string; slug: string; time_zone: string }; Returns: Json };
      dead_emails: {
        Args: Record<PropertyKey, never>;
        Returns: {
          created_at: string;
          email_id: string;
          given_up_at: string;
          kind: string;
          last_error: string;
          org_name: string;
          request_id: string;
        }[];
      };
      delete_draft: { Args: { request_id: string }; Returns: Json };
      delete_org: { Args: { org_id: string }; Returns: Json };
      dismiss_setup: { Args: { org_id: string }; Returns: Json };
      expire_invitations: { Args: { max_rows?: number }; Returns: number };
      fail_uploads: { Args: Record<PropertyKey, never>; Returns: number };
      files_to_inspect: {
        Args: { max_rows?: number };
        Returns: {
          file_id: string;
        }[];
      };
      finish_mail: {
        Args: {
          error?: string;
          mail_id: string;
          outcome: string;
          provider_id?: string;
          tries: number;
        };
        Returns: boolean;
      };
      finish_upload: { Args: { file_id: string }; Returns: Json };
      get_code_sender: {
        Args: { email: string; public_id: string };
        Returns: {
          brand_color: string;
          logo_path: string;
          org_name: string;
          reply_email: string;
        }[];
      };
      get_email_budget: { Args: { org_id: string; request_id?: string }; Returns: Json };
      get_inbox_side: { Args: { max_rows?: number; org_id: string }; Returns: Json };
      get_inspection: {
        Args: { file_id: string };
        Returns: {
          bucket: string;
          bytes: number;
          file_id: string;
          mime: string;
          name: string;
          path: string;
          reject_code: string;
          status: string;
        }[];
      };
      get_invitation: { Args: { invitation_id: string }; Returns: Json };
      get_opt_out: { Args: { token: string }; Returns: Json };
      get_public_request: { Args: { public_id: string }; Returns: Json };
      get_request_end: { Args: { public_id: string }; Returns: Json };
      get_setup: { Args: { org_id: string }; Returns: Json };
      get_sweep_age: { Args: Record<PropertyKey, never>; Returns: number };
      had_request_access: { Args: { public_id: string }; Returns: boolean };
      import_clients: { Args: { org_id: string; rows: Json }; Returns: Json };
      is_factor_due: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_session_live: { Args: Record<PropertyKey, never>; Returns: boolean };
      link_contact: {
        Args: { contact_id: string; email: string; user_id: string };
        Returns: boolean;
      };
      list_audit_people: {
        Args: { max_rows?: number; org_id: string };
        Returns: {
          actor_id: string;
          kind: string;
          name: string;
        }[];
      };
      list_clients: {
        Args: {
          backward?: boolean;
          in_status?: string;
          max_rows?: number;
          org_id: string;
          page_id?: string;
          page_key?: string;
          query?: string;
        };
        Returns: {
          archived_at: string;
          assignee_avatar_path: string;
          assignee_id: string;
          assignee_name: string;
          contact_email: string;
          contact_id: string;
          contact_name: string;
          contact_status: string;
          has_bounced: boolean;
          id: string;
          key: string;
          last_activity_at: string;
          name: string;
          next_due_on: string;
          next_progress: Json;
          next_request_id: string;
          next_title: string;
          open_requests: number;
          ref: string;
          skipped: number;
          to_review: number;
          total: number;
        }[];
      };
      list_inbox: {
        Args: {
          backward?: boolean;
          max_rows?: number;
          mine?: boolean;
          org_id: string;
          page_id?: string;
          page_key?: string;
        };
        Returns: {
          assignee_avatar_path: string;
          assignee_id: string;
          assignee_name: string;
          client_id: string;
          client_name: string;
          days_late: number;
          due_on: string;
          groups: number;
          is_late: boolean;
          items: Json;
          key: string;
          oldest_at: string;
          progress: Json;
          request_id: string;
          skipped: number;
          title: string;
          total: number;
          waiting: number;
        }[];
      };
      list_my_email_stops: {
        Args: Record<PropertyKey, never>;
        Returns: {
          client: string;
          contact_id: string;
          firm: string;
          state: string;
        }[];
      };
      list_my_requests: {
        Args: Record<PropertyKey, never>;
        Returns: {
          brand_color: string;
          client_name: string;
          closed_at: string;
          due_on: string;
          firm: string;
          items_done: number;
          items_total: number;
          logo_path: string;
          postal_address: string;
          public_id: string;
          reply_email: string;
          request_id: string;
          required_done: number;
          required_total: number;
          sent_at: string;
          status: string;
          time_zone: string;
          title: string;
        }[];
      };
      list_names_to_change: {
        Args: { org_id: string };
        Returns: {
          client_id: string;
          kind: string;
          name: string;
        }[];
      };
      list_ready_item_ids: { Args: { request_id: string }; Returns: string[] };
      list_ready_items: {
        Args: Record<PropertyKey, never>;
        Returns: {
          item_id: string;
          no: number;
          request_id: string;
          title: string;
          version: number;
        }[];
      };
      list_request_staff: {
        Args: { request_id: string };
        Returns: {
          avatar_path: string;
          is_sender: boolean;
          name: string;
          user_id: string;
        }[];
      };
      list_requests: {
        Args: {
          backward?: boolean;
          in_status?: string;
          max_rows?: number;
          of_assignee?: string;
          of_client?: string;
          org_id: string;
          page_id?: string;
          page_key?: string;
          query?: string;
          sort?: string;
        };
        Returns: {
          assignee_avatar_path: string;
          assignee_id: string;
          assignee_name: string;
          client_id: string;
          client_name: string;
          client_ref: string;
          days_late: number;
          due_on: string;
          id: string;
          key: string;
          last_activity_at: string;
          optional_items: number;
          progress: Json;
          sent_at: string;
          skipped: number;
          status: string;
          title: string;
          total: number;
        }[];
      };
      list_staff: {
        Args: { org_id: string };
        Returns: {
          email: string;
          factors: number;
          user_id: string;
        }[];
      };
      move_item: { Args: { item_id: string; position: number }; Returns: Json };
      open_file: { Args: { file_id: string }; Returns: Json };
      open_request: { Args: { public_id: string }; Returns: Json };
      opt_in: { Args: { contact_id: string }; Returns: Json };
      orphaned_objects: {
        Args: { max_rows?: number };
        Returns: {
          bucket: string;
          path: string;
        }[];
      };
      pause_mail: { Args: { error: string; wait_seconds?: number }; Returns: number };
      purge_orgs: { Args: Record<PropertyKey, never>; Returns: number };
      purge_requests: { Args: { max_rows?: number }; Returns: number };
      queue_account_notice: {
        Args: { cause: string; emails: string[]; notice: string };
        Returns: number;
      };
      queue_reminders: { Args: { max_rows?: number }; Returns: number };
      record_bounce: { Args: { mail_id?: string; provider_id: string }; Returns: boolean };
      record_factor_reset: {
        Args: { actor_id: string; org_id: string; user_id: string };
        Returns: boolean;
      };
      record_inspection: {
        Args: {
          detected_mime?: string;
          file_id: string;
          reject_code?: string;
          sha256?: string;
          status: string;
        };
        Returns: {
          file_id: string;
          reject_code: string;
          status: string;
        }[];
      };
      record_sweep: { Args: Record<PropertyKey, never>; Returns: undefined };
      reinvite_contact: { Args: { agreed: boolean; contact_id: string }; Returns: Json };
      release_deferred_mail: { Args: { max_rows?: number }; Returns: number };
      remind_contacts: { Args: { request_id: string }; Returns: Json };
      remove_contact: { Args: { contact_id: string }; Returns: Json };
      remove_file: { Args: { file_id: string }; Returns: Json };
      remove_item: { Args: { item_id: string }; Returns: Json };
      remove_member: { Args: { org_id: string; user_id: string }; Returns: Json };
      remove_recipient: { Args: { contact_id: string; request_id: string }; Returns: Json };
      reopen_request: { Args: { note: string; request_id: string }; Returns: Json };
      requeue_email: { Args: { email_id?: string }; Returns: number };
      resend_invitation: { Args: { invitation_id: string }; Returns: Json };
      restore_member: { Args: { org_id: string; user_id: string }; Returns: Json };
      restore_request: { Args: { request_id: string }; Returns: Json };
      return_code: { Args: { email: string; purpose?: string }; Returns: boolean };
      review_item: {
        Args: { decision: string; expected_version?: number; item_id: string; note?: string };
        Returns: Json;
      };
      revoke_invitation: { Args: { invitation_id: string }; Returns: Json };
      save_answer: {
        Args: {
          answer?: Json;
          client_note?: string;
          expected_version?: number;
          item_id: string;
          not_applicable?: boolean;
        };
        Returns: Json;
      };
      save_client: {
        Args: {
          client_id?: string;
          expected_version?: number;
          name: string;
          org_id: string;
          ref?: string;
        };
        Returns: Json;
      };
      save_contact: {
        Args: {
          client_id: string;
          contact_id?: string;
          email: string;
          expected_version?: number;
          name: string;
          org_id: string;
        };
        Returns: Json;
      };
      save_draft: {
        Args: {
          assignee_id?: string;
          client_id: string;
          contact_ids: string[];
          due_on?: string;
          expected_version?: number;
          items: Json;
          message: string;
          org_id: string;
          request_id?: string;
          title: string;
        };
        Returns: Json;
      };
      save_item: {
        Args: {
          accept?: string[];
          expected_version?: number;
          help?: string;
          item_id?: string;
          kind: string;
          max_files?: number;
          options?: Json;
          request_id: string;
          required?: boolean;
          section?: string;
          title: string;
        };
        Returns: Json;
      };
      save_template: {
        Args: {
          due_in_days: number;
          expected_version?: number;
          items: Json;
          message: string;
          org_id: string;
          template_id?: string;
          title: string;
        };
        Returns: Json;
      };
      search_org: {
        Args: { max_rows?: number; org_id: string; query: string };
        Returns: {
          client_id: string;
          client_name: string;
          contact_email: string;
          contact_name: string;
          due_on: string;
          id: string;
          kind: string;
          last_activity_at: string;
          ref: string;
          status: string;
          title: string;
          total: number;
        }[];
      };
      send_request: { Args: { expected_version?: number; request_id: string }; Returns: Json };
      set_opt_out: { Args: { choice: string; token: string }; Returns: Json };
      set_reminder_policy: {
        Args: { org_id: string; reminder_days: number[]; reminder_every: number };
        Returns: Json;
      };
      set_require_mfa: { Args: { org_id: string; require_mfa: boolean }; Returns: Json };
      set_retention: { Args: { org_id: string; retention_days: number }; Returns: Json };
      spend_code: { Args: { email: string; purpose?: string }; Returns: number };
      submit_item: {
        Args: { expected_no?: number; expected_version?: number; item_id: string };
        Returns: Json;
      };
      suspend_member: { Args: { org_id: string; user_id: string }; Returns: Json };
      undo_decision: { Args: { expected_version?: number; item_id: string }; Returns: Json };
      update_brand: {
        Args: { brand_color?: string; expected_version?: number; org_id: string };
        Returns: Json;
      };
      update_logo: { Args: { logo_path?: string; org_id: string }; Returns: Json };
      update_org: {
        Args: {
          logo_path?: string;
          name: string;
          org_id: string;
          postal_address?: string;
          reply_email: string;
          slug: string;
          time_zone: string;
        };
        Returns: Json;
      };
      update_request: {
        Args: {
          assignee_id?: string;
          due_on?: string;
          expected_version?: number;
          message: string;
          reminders_paused?: boolean;
          request_id: string;
          title: string;
        };
        Returns: Json;
      };
      verify_audit: { Args: { after?: number; org_id: string }; Returns: Json };
      waive_item: {
        Args: { expected_version?: number; item_id: string; note: string };
        Returns: Json;
      };
      withdraw_item: { Args: { item_id: string }; Returns: Json };
    };
    Enums: {
      [_ in never]: never;
    };
    CompositeTypes: {
      [_ in never]: never;
    };
  };
};

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">;

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">];

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R;
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] & DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R;
      }
      ? R
      : never
    : never;

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I;
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I;
      }
      ? I
      : never
    : never;

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never = never,
> = DefaultSchemaTableNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U;
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U;
      }
      ? U
      : never
    : never;

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never = never,
> = DefaultSchemaEnumNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never;

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals;
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never = never,
> = PublicCompositeTypeNameOrOptions extends { schema: keyof DatabaseWithoutInternals }
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never;

export const Constants = {
  public: {
    Enums: {},
  },
} as const;
