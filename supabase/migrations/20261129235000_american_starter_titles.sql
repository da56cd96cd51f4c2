-- The remaining British terms in the templates of new firms, and the details of a bank account that
-- direct deposit needs. Existing firms keep their own copies.

update private.starter_templates set title = 'Annual financial statements', message =
  'To prepare your financial statements, we need the following. Send what you have; you can add the rest later.'
where position = 1;

update private.starter_templates set items = '[
    {"section":"Identity","kind":"file","title":"Passport or driver’s license","accept":["pdf","image"],"max_files":2},
    {"section":"Identity","kind":"file","title":"Proof of address","help":"A bill or bank letter from the last three months.","accept":["pdf","image"]},
    {"section":"Income","kind":"file","title":"Last three pay stubs","accept":["pdf","image"],"max_files":3},
    {"section":"Income","kind":"choice","title":"Employment","options":{"choices":["Employed","Self-employed","Retired"],"multiple":true}},
    {"section":"Property","kind":"text","title":"Address of the property"},
    {"section":"Property","kind":"date","title":"Preferred move-in date","required":false}
  ]'
where position = 2;

update private.starter_templates set items = '[
    {"section":"You","kind":"file","title":"Proof of work authorization","accept":["pdf","image"]},
    {"section":"You","kind":"date","title":"Start date"},
    {"section":"Pay","kind":"text","title":"Bank account for direct deposit","help":"The routing number and the account number."},
    {"section":"Pay","kind":"file","title":"Tax form from your last employer","help":"If you have one.","accept":["pdf","image"],"required":false},
    {"section":"Pay","kind":"choice","title":"Do you have another job?","options":{"choices":["Yes","No"]}}
  ]'
where position = 3;
