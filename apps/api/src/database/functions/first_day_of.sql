-- Returns the first day of the span of `days` days that contains `day`. Spans are counted from 1970-01-01; 0 stands for all days.
create or replace function first_day_of(day date, days integer) returns date language sql immutable
return date '1970-01-01' + case when days = 0 then 0 else (day - date '1970-01-01') / days * days end;
