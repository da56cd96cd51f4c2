insert into public.categories (path, title) values
  ('books', 'Books'), ('books.novels', 'Novels'), ('music', 'Music');
insert into public.products (sku, isbn, title, description, price, category_id, attributes, tags) values
  ('B-1', '978-0-393-04002-9', 'Café Society', 'A novel about coffee', 1000, 2, 'cover => soft', '{new,fiction}'),
  ('B-2', null, 'Robert', 'The running man runs', 2550, 2, 'cover => hard, pages => 300', '{fiction}'),
  ('M-1', null, 'Etudes', 'Piano', 1999, 3, '', '{}');
