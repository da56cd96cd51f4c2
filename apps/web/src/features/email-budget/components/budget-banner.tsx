import { Banner } from "@/components/ui/banner";
import type { EmailBudget } from "@/features/email-budget/loaders";
import { strings } from "@/features/email-budget/strings";

export function BudgetBanner({
  budget,
  of = "requests",
}: {
  budget: EmailBudget;
  of?: "requests" | "invitations";
}) {
  const waiting = of === "requests" ? budget.requestsWaiting : budget.invitationsWaiting;
  if (waiting === 0) return null;
  return (
    <div className="mb-4">
      <Banner>{strings[of](waiting)}</Banner>
    </div>
  );
}
