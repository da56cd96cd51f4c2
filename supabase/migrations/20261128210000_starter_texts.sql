-- Titles that people in the United Kingdom use, as the choices of the student loan do. Existing firms
-- keep their own copies.

update private.starter_templates set items = '[
    {"section":"You","kind":"file","title":"Proof of right to work","accept":["pdf","image"]},
    {"section":"You","kind":"date","title":"Start date"},
    {"section":"Pay","kind":"text","title":"Bank details for your pay"},
    {"section":"Pay","kind":"file","title":"P45 from your last employer","accept":["pdf","image"],"required":false},
    {"section":"Pay","kind":"choice","title":"Student loan","options":{"choices":["None","Plan 1","Plan 2","Postgraduate"]}}
  ]'
where position = 3;
