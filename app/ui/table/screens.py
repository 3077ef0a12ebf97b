"""The screens of a table, by the names that they are gone to by."""

from __future__ import annotations

# By name: where the screen's class is, a `TableScreen`. It is built when somebody first goes there.
#   visas                                  after the last donne
#   call(seat=None, announce=None)         the arbiter is called; for a sur-contrat or a chelem, by whom and for what
#   code, faults                           led to from there
#   carry, bring, folder                   sheets to the desk by file, its answer, and where both are
SCREENS = {
    "home": "app.ui.table.home_screen:HomeScreen",
    "join": "app.ui.table.join_screen:JoinScreen",
    "desk": "app.ui.table.desk_screen:DeskScreen",
    "carry": "app.ui.table.carry_screen:CarryScreen",
    "bring": "app.ui.table.bring_screen:BringScreen",
    "folder": "app.ui.table.folder_screen:FolderScreen",
    "begin": "app.ui.table.begin_screen:BeginScreen",
    "entry": "app.ui.table.entry_screen:EntryScreen",
    "evening": "app.ui.table.evening_screen:EveningScreen",
    "history": "app.ui.table.history_screen:HistoryScreen",
    "settings": "app.ui.table.settings_screen:SettingsScreen",
    "call": "app.ui.table.call_screen:CallScreen",
    "code": "app.ui.table.code_screen:CodeScreen",
    "faults": "app.ui.table.faults_screen:FaultsScreen",
    "visas": "app.ui.table.visas_screen:VisasScreen",
}
