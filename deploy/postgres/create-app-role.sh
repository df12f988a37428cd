#!/bin/sh
# Creates the role of the server when the volume is new. The migration step grants its rights.
set -eu
psql --set=ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" --set=password="$APP_PASSWORD" <<'SQL'
create role dashboard_app login password :'password';
SQL
