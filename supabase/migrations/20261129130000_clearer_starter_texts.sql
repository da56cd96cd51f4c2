-- Clearer texts in the templates of new firms, in the words that the United Kingdom uses, and all plans
-- of a student loan. Existing firms keep their own copies.

update private.starter_templates set message =
  'To prepare your accounts, we need the following. Send what you have; you can add the rest later.',
  items = '[
    {"section":"Bank","kind":"file","title":"Bank statements for the whole year","help":"All business accounts, as PDF or CSV from your bank.","accept":["pdf","spreadsheet"]},
    {"section":"Bank","kind":"file","title":"Loan statements","help":"If the business has loans.","accept":["pdf"],"required":false},
    {"section":"Sales and costs","kind":"file","title":"Sales invoices or cash register reports","accept":["pdf","spreadsheet"]},
    {"section":"Sales and costs","kind":"file","title":"Purchase invoices and receipts","help":"Photos of receipts are fine.","accept":["pdf","image"]},
    {"section":"About the year","kind":"choice","title":"Did you buy or sell equipment?","options":{"choices":["Yes (give details in the note)","No"]}},
    {"section":"About the year","kind":"text","title":"Anything unusual this year?","help":"For example, new premises, new owners or one-off income.","required":false},
    {"section":"About the year","kind":"date","title":"Date of the last stock count"}
  ]'
where position = 1;

update private.starter_templates set message =
  'The lender asks for these documents. Clear photos from a phone are fine.',
  items = '[
    {"section":"Identity","kind":"file","title":"Passport or driving license","accept":["pdf","image"],"max_files":2},
    {"section":"Identity","kind":"file","title":"Proof of address","help":"A bill or bank letter from the last three months.","accept":["pdf","image"]},
    {"section":"Income","kind":"file","title":"Last three payslips","accept":["pdf","image"],"max_files":3},
    {"section":"Income","kind":"choice","title":"Employment","options":{"choices":["Employed","Self-employed","Retired"],"multiple":true}},
    {"section":"Property","kind":"text","title":"Address of the property"},
    {"section":"Property","kind":"date","title":"Preferred moving date","required":false}
  ]'
where position = 2;

update private.starter_templates set items = '[
    {"section":"You","kind":"file","title":"Proof of right to work","accept":["pdf","image"]},
    {"section":"You","kind":"date","title":"Start date"},
    {"section":"Pay","kind":"text","title":"Bank details for your pay"},
    {"section":"Pay","kind":"file","title":"P45 from your last employer","accept":["pdf","image"],"required":false},
    {"section":"Pay","kind":"choice","title":"Student loan","options":{"choices":["None","Plan 1","Plan 2","Plan 4","Plan 5","Postgraduate"],"multiple":true}}
  ]'
where position = 3;
