"""A database of TensorHive 1.1 with the schema of its migrations and rows as SQLAlchemy writes
them."""
import datetime
import sqlite3

TABLES = """
CREATE TABLE users (id INTEGER PRIMARY KEY AUTOINCREMENT, username VARCHAR(40) NOT NULL UNIQUE,
  email VARCHAR(64) NOT NULL DEFAULT '<email_missing>', created_at DATETIME, _hashed_password VARCHAR(120));
CREATE TABLE roles (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(40), user_id INTEGER REFERENCES users (id));
CREATE TABLE groups (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(40), created_at DATETIME, is_default BOOLEAN);
CREATE TABLE user2group (user_id INTEGER, group_id INTEGER, created_at DATETIME, PRIMARY KEY (user_id, group_id));
CREATE TABLE resources (id VARCHAR(64) PRIMARY KEY, name VARCHAR(40), hostname VARCHAR(64));
CREATE TABLE restrictions (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(50), created_at DATETIME,
  starts_at DATETIME NOT NULL, ends_at DATETIME, is_global BOOLEAN NOT NULL);
CREATE TABLE restriction2assignee (id INTEGER PRIMARY KEY AUTOINCREMENT, restriction_id INTEGER NOT NULL,
  group_id INTEGER, user_id INTEGER);
CREATE TABLE restriction2resource (restriction_id INTEGER, resource_id VARCHAR(64), PRIMARY KEY (restriction_id, resource_id));
CREATE TABLE restriction_schedules (id INTEGER PRIMARY KEY AUTOINCREMENT, schedule_days VARCHAR(7) NOT NULL,
  hour_start TIME NOT NULL, hour_end TIME NOT NULL);
CREATE TABLE restriction2schedule (restriction_id INTEGER, schedule_id INTEGER, PRIMARY KEY (restriction_id, schedule_id));
CREATE TABLE reservations (id INTEGER PRIMARY KEY AUTOINCREMENT, user_id INTEGER NOT NULL, title VARCHAR(60) NOT NULL,
  description VARCHAR(200), resource_id VARCHAR(60) NOT NULL, is_cancelled BOOLEAN, gpu_util_avg INTEGER,
  mem_util_avg INTEGER, _start DATETIME NOT NULL, _end DATETIME NOT NULL, created_at DATETIME);
CREATE TABLE jobs (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(40) NOT NULL, description TEXT, user_id INTEGER,
  _status VARCHAR(14) NOT NULL, _start_at DATETIME, _stop_at DATETIME, is_queued BOOLEAN);
CREATE TABLE tasks (id INTEGER PRIMARY KEY AUTOINCREMENT, job_id INTEGER, hostname VARCHAR(40) NOT NULL, pid INTEGER,
  _status VARCHAR(14) NOT NULL, command VARCHAR(400) NOT NULL, gpu_id INTEGER);
CREATE TABLE command_segments (id INTEGER PRIMARY KEY AUTOINCREMENT, name VARCHAR(40) UNIQUE NOT NULL, segment_type VARCHAR(14));
CREATE TABLE cmd_segment2task (task_id INTEGER, cmd_segment_id INTEGER, _value VARCHAR(100), _index INTEGER,
  PRIMARY KEY (task_id, cmd_segment_id));
"""


def moment(**ahead):
    """A DateTime as SQLAlchemy writes it: UTC, without a zone, a whole minute."""
    there = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(**ahead)
    return there.replace(second=0, microsecond=0).strftime("%Y-%m-%d %H:%M:%S.000000")


class TensorHive:
    def __init__(self, path):
        self.path = str(path)
        self.connection = sqlite3.connect(self.path)
        self.connection.executescript(TABLES)

    def insert(self, table, **row):
        """Inserts a row and returns its number."""
        names = ", ".join(row)
        marks = ", ".join("?" * len(row))
        done = self.connection.execute(f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(row.values()))
        self.connection.commit()
        return done.lastrowid

    def add_user(self, name, *roles, email="<email_missing>"):
        user = self.insert("users", username=name, email=email, created_at=moment(), _hashed_password="$pbkdf2-sha256$x")
        for role in roles or ("user",):
            self.insert("roles", name=role, user_id=user)
        return user

    def add_restriction(self, name, users=(), groups=(), gpus=(), schedules=(), everything=False, starts=None, ends=None):
        number = self.insert("restrictions", name=name, created_at=moment(), starts_at=starts or moment(days=-30),
                             ends_at=ends, is_global=everything)
        for user in users:
            self.insert("restriction2assignee", restriction_id=number, user_id=user)
        for group in groups:
            self.insert("restriction2assignee", restriction_id=number, group_id=group)
        for gpu in gpus:
            self.insert("restriction2resource", restriction_id=number, resource_id=gpu)
        for days, begin, end in schedules:
            schedule = self.insert("restriction_schedules", schedule_days=days, hour_start=begin, hour_end=end)
            self.insert("restriction2schedule", restriction_id=number, schedule_id=schedule)
        return number

    def add_reservation(self, user, gpu, begins, ends, title="training", cancelled=None):
        return self.insert("reservations", user_id=user, title=title, description="", resource_id=gpu,
                           is_cancelled=cancelled, _start=moment(**begins), _end=moment(**ends), created_at=moment())

    def close(self):
        self.connection.close()
